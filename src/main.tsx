import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, createHashRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { connection, followOtherTabs } from './api/connection.ts';
import { queryClient } from './api/query-client.ts';
import { answerSignIn } from './api/sign-in-again.ts';
import { startOffline } from './app/offline/start-offline.ts';
import { basename, isBehindHash } from './lib/place.ts';
import { drawFirst } from './lib/starting.ts';
import { applyLanguage } from './locales/language.ts';
import { routes } from './routes.tsx';
import './styles.css';

const isSpoken = applyLanguage();
// What the first page shows is asked for before there are words for it.
const router = isBehindHash ? createHashRouter(routes) : createBrowserRouter(routes, { basename: basename || '/' });
await isSpoken;

followOtherTabs(() => {
  answerSignIn(connection.get());
  // The new token may be another person's.
  void queryClient.invalidateQueries();
});

startOffline();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

drawFirst(() =>
  createRoot(root).render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>,
  ),
);
