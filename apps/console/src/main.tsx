import { CSPProvider } from '@base-ui/react/csp-provider';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProvider } from './data/api-provider.tsx';
import { KeysProvider } from './keys/keys-provider.tsx';
import { createConsoleRouter } from './routes.ts';
import { applyTheme } from './shell/theme.tsx';
import './theme.css';

applyTheme();
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    {/* The policy of the page takes no style elements; theme.css has what they would say. */}
    <CSPProvider disableStyleElements>
      <KeysProvider>
        <ApiProvider>
          <RouterProvider router={createConsoleRouter()} />
        </ApiProvider>
      </KeysProvider>
    </CSPProvider>
  </StrictMode>,
);
