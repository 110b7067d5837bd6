import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';

i18n.loadAndActivate({ locale: 'en', messages: {} });

/** Renders a component in English. */
export function renderUi(ui: ReactNode): RenderResult {
  return render(ui, { wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider> });
}
