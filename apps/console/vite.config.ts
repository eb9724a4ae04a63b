import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from './compress-assets.ts';

/** Address of the evaluation service during development of the console. */
const SERVICE = 'http://127.0.0.1:8080';
/** Every path but `/` and those of the console. */
const PATHS_OF_SERVICE = '^/(?!console|[?]|$)';

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), tailwindcss(), compressAssets()],
  build: {
    outDir: '../../dist/console',
    emptyOutDir: false, // pages that are open load the files of the build before
    target: 'es2024',
    // The content security policy does not allow data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: true,
  },
  worker: { format: 'es' },
  server: { proxy: { [PATHS_OF_SERVICE]: SERVICE } },
});
