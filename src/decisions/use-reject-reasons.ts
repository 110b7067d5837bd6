import { useLingui } from '@lingui/react/macro';
import { settings } from '#src/lib/settings.ts';
import { useStore } from '#src/lib/store.ts';

/** Preset rejection reasons: the user's own, or defaults in the page's language. */
export function useRejectReasons(): readonly string[] {
  const { t } = useLingui();
  const usual = [
    t`Wrong information`,
    t`Does not answer the question`,
    t`Tone is not right`,
    t`Spelling or grammar`,
    t`Leave this to a specialist`,
  ];
  return useStore(settings).rejectReasons ?? usual;
}
