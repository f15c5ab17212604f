import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/sign-in.css';
import './styles/parts.css';
import './styles/forms.css';
import './styles/waiting.css';
import './styles/tables.css';
import './styles/lists.css';
import './styles/list-pages.css';
import './styles/rows.css';
import './styles/settings.css';
import './styles/pages.css';
import './styles/figures.css';
import './styles/dialogs.css';
import './styles/bids.css';
import './styles/reports.css';
import './styles/touch.css';
import './styles/print.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { codeInAddress } from './shell/sign-in.tsx';
import { applyTheme } from './shell/theme.ts';

applyTheme();
// A sign-in link opened where the dashboard is open already changes nothing but what stands after the #.
addEventListener('hashchange', () => {
  if (codeInAddress() !== undefined) location.reload();
});
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
