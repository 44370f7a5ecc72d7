/** Builds `dist/`: files with hashed names, nothing inline, addresses relative to the page's `<base>`. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The tests build the page, too; React's development version must not be part of it then.
process.env['NODE_ENV'] = 'production'

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  build: {
    target: 'es2023',
    // The content security policy forbids inline content.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_500,
    reportCompressedSize: false,
    license: { fileName: 'licenses.md' },
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
})
