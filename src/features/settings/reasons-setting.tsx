import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useRejectReasons } from '#src/decisions/use-reject-reasons.ts';
import { REJECT_REASONS, updateSettings } from '#src/lib/settings.ts';
import { Field } from '#src/ui/field.tsx';
import { Textarea } from '#src/ui/textarea.tsx';

/** Canned reject reasons, one per line, in the order of their number keys. */
export function ReasonsSetting() {
  const { t, i18n } = useLingui();
  const reasons = useRejectReasons();
  // Raw input, so that blank lines and spaces survive while typing.
  const [typed, setTyped] = useState<string>();
  const lines = (typed ?? '').split('\n').filter((line) => line.trim() !== '');
  const isTooMany = lines.length > REJECT_REASONS.most;
  return (
    <Field
      label={<Trans>Reasons for rejecting</Trans>}
      hint={<Trans>One a line, in the order of the keys 1 to 9.</Trans>}
      error={isTooMany && t`Only the first ${i18n.number(REJECT_REASONS.most)} are kept.`}
    >
      <Textarea
        rows={6}
        value={typed ?? reasons.join('\n')}
        onChange={({ target }) => {
          setTyped(target.value);
          updateSettings({ rejectReasons: target.value.split('\n') });
        }}
        onBlur={() => setTyped(undefined)}
      />
    </Field>
  );
}
