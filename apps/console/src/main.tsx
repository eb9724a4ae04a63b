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
    {/* The content security policy forbids style elements; theme.css contains their styles. */}
    <CSPProvider disableStyleElements>
      <KeysProvider>
        <ApiProvider>
          <RouterProvider router={createConsoleRouter()} />
        </ApiProvider>
      </KeysProvider>
    </CSPProvider>
  </StrictMode>,
);
