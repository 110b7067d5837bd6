import { useLingui } from '@lingui/react/macro';
import { settings } from '#src/lib/settings.ts';
import { useStore } from '#src/lib/store.ts';

/** Reasons to offer when rejecting: a person's own, or a few in the language of the page. */
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
