import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'ja', 'ar'],
  catalogs: [{ path: 'src/locales/{locale}', include: ['src'] }],
  runtimeConfigModule: { Trans: ['#src/ui/text/trans.tsx', 'Trans'] },
  format: formatter({ lineNumbers: false, origins: false }),
});
