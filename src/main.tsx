import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { connection, followOtherTabs } from './api/connection.ts';
import { queryClient } from './api/query-client.ts';
import { answerSignIn } from './api/sign-in-again.ts';
import { startOffline } from './app/offline/start-offline.ts';
import { drawFirst } from './lib/starting.ts';
import { applyLanguage } from './locales/language.ts';
import { Outlet } from './router/outlet.tsx';
import { startRouter } from './router/router.ts';
import { routes } from './routes.tsx';
import './styles.css';

followOtherTabs(() => {
  answerSignIn(connection.get());
  // The new token may be another person's.
  void queryClient.invalidateQueries();
});

startOffline();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// What the first page shows is asked for along with the words for it. Its code may build on this file, which must not
// wait for it in turn.
const isThere = startRouter(routes);
await applyLanguage();
// Drawing is a task of its own, behind that of reading the answer: what is pressed meanwhile need not wait for both.
const draw = () =>
  drawFirst(() =>
    createRoot(root).render(
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <Outlet />
        </QueryClientProvider>
      </I18nProvider>,
    ),
  );
void isThere.then(() => draw());
