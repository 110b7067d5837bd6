import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { followOtherTabs } from './api/connection.ts';
import { queryClient } from './api/query-client.ts';
import { resumeSession } from './api/sign-in/reauthenticate.ts';
import { startOffline } from './app/offline/start-offline.ts';
import { renderFirst } from './lib/initial-render.tsx';
import { firstPage, startRouter } from './lib/router.ts';
import { applyLanguage } from './locales/language.ts';
import { routes } from './routes.tsx';
import './styles.css';

followOtherTabs(resumeSession);

startOffline();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// The first page's code and data load in parallel with its translations. Its code may import this module, which must
// therefore not await it.
const router = startRouter(routes);
const isThere = firstPage(router);
await applyLanguage();
void isThere.then(() =>
  renderFirst(
    createRoot(root),
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          {/* Shortcuts take effect in the same task. Code and data have loaded by then, so nothing suspends. */}
          <RouterProvider router={router} useTransitions={false} />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  ),
);
