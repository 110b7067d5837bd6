import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from './api/query-client.ts';
import { applySettings } from './lib/settings.ts';
import { messages } from './locales/en.po';
import { routes } from './routes.tsx';
import './styles.css';

// English as the reader's country writes it: which hours a day has, and whether the month comes first.
const locale = navigator.languages.find((language) => /^en\b/.test(language)) ?? 'en';
i18n.loadAndActivate({ locale, messages });
applySettings();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createBrowserRouter(routes)} />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
);
