import { join } from 'node:path';
import { defineConfig } from 'vite';

/** The dashboard as static files; `npm run build:pages` compresses them and puts them where the service finds them. */
export default defineConfig({
  root: join(import.meta.dirname, '../src/dashboard'),
  // Addresses are relative, since a proxy may serve us under a path.
  base: './',
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: '../../node_modules/.cache/dashboard',
    emptyOutDir: true,
    target: 'es2023',
    // Those that have light-dark(): what replaces it elsewhere follows the system's theme only, not the page's.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        hashCharacters: 'hex',
        entryFileNames: 'assets/dashboard-[hash].js',
        chunkFileNames: 'assets/dashboard-[name]-[hash].js',
        assetFileNames: 'assets/dashboard-[hash][extname]',
        // The names of chunks follow those of files, which are kebab-case.
        sanitizeFileName: (name) => name.toLowerCase().replace(/[^a-z0-9.]+/g, '-'),
      },
    },
  },
});
