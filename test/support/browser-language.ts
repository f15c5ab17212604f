/** To be imported before modules of the dashboard, which read the browser's language when they are loaded. */
Object.defineProperty(globalThis, 'navigator', { value: { language: 'en-GB' }, configurable: true });
