import { zodResolver } from '@hookform/resolvers/zod';
import { Plural, Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { refinementIssue, validationMessages } from '#src/form/validation-messages.ts';
import { chime } from '#src/lib/chime.ts';
import {
  POLL_SECONDS,
  REJECT_REASONS,
  settings,
  UNDO_SECONDS,
  updateSettings,
  WAIT_MINUTES,
} from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { useRejectReasons } from '#src/outbox/reject-reasons.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { Switch } from '#src/ui/form/switch.tsx';
import { Textarea } from '#src/ui/form/textarea.tsx';

/** How long a decision can be undone, and the reasons offered for rejecting. */
export function ReviewSettings() {
  return (
    <>
      <NumberSetting name="undoSeconds" label={<Trans>Undo window</Trans>} unit={seconds} range={UNDO_SECONDS} />
      <ReasonsSetting />
    </>
  );
}

/** Refresh interval of waiting rooms, and the waits after which they are due soon or overdue. */
export function WatchSettings() {
  const { warnAfterMinutes, alarmAfterMinutes } = useStore(settings);
  return (
    <>
      <NumberSetting name="pollSeconds" label={<Trans>Refresh every</Trans>} unit={seconds} range={POLL_SECONDS} />
      <NumberSetting
        name="warnAfterMinutes"
        label={<Trans>Due soon after</Trans>}
        unit={minutesOfWaiting}
        range={{ ...WAIT_MINUTES, most: alarmAfterMinutes }}
      />
      <NumberSetting
        name="alarmAfterMinutes"
        label={<Trans>Overdue after</Trans>}
        unit={minutesOfWaiting}
        range={{ ...WAIT_MINUTES, least: warnAfterMinutes }}
      />
    </>
  );
}

const seconds = (count: number) => <Plural value={count} one="second" other="seconds" />;
const minutesOfWaiting = (count: number) => <Plural value={count} one="minute" other="minutes" />;

/** Integer input with a range. A value out of range shows an error and is not saved. */
function NumberSetting(props: {
  name: 'undoSeconds' | 'pollSeconds' | 'warnAfterMinutes' | 'alarmAfterMinutes';
  label: ReactNode;
  unit: (count: number) => ReactNode;
  range: { least: number; most: number };
}) {
  const { name, label, unit, range } = props;
  const value = useStore(settings)[name];
  const isInRange = (text: string) => /^\d+$/.test(text) && Number(text) >= range.least && Number(text) <= range.most;
  const number = z
    .string()
    .refine(isInRange, refinementIssue({ code: 'not_in_range', ...range }))
    .transform(Number);
  const { input, error } = useSettingInput(String(value), number, (valid) => updateSettings({ [name]: valid }));
  return (
    <Field label={label} error={error}>
      <span className="flex items-center gap-2">
        <Input type="number" min={range.least} max={range.most} step={1} {...input} className="max-w-24" />
        <span className="text-muted">{unit(value)}</span>
      </span>
    </Field>
  );
}

const reasonLines = z
  .string()
  .refine(
    (text) => text.split('\n').filter((line) => line.trim() !== '').length <= REJECT_REASONS.most,
    refinementIssue({ code: 'too_many_lines', most: REJECT_REASONS.most }),
  );

/** Canned reject reasons, one per line, in the order of their number keys. */
function ReasonsSetting() {
  const reasons = useRejectReasons();
  const { input, error } = useSettingInput(reasons.join('\n'), reasonLines);
  return (
    <Field
      label={<Trans>Rejection reasons</Trans>}
      hint={<Trans>One per line; keys 1–9 in this order.</Trans>}
      error={error}
    >
      <Textarea
        rows={6}
        {...input}
        onChange={(event) => {
          // Too many lines show an error, but the first ones are still saved.
          updateSettings({ rejectReasons: event.target.value.split('\n') });
          return input.onChange(event);
        }}
      />
    </Field>
  );
}

/**
 * Props and error of an input that saves each valid value as it is typed. The text stays as typed until the input is
 * left, then shows the stored value again.
 */
function useSettingInput<Value>(value: string, schema: z.ZodType<Value, string>, onValid?: (value: Value) => void) {
  const { register, reset, handleSubmit, formState } = useForm({
    resolver: zodResolver(z.object({ value: schema }), validationMessages()),
    values: { value },
    resetOptions: { keepDirtyValues: true },
  });
  const save = handleSubmit((valid) => onValid?.(valid.value));
  const input = register('value', {
    onChange: () => void save(),
    onBlur: () => reset({ value }, { keepDirtyValues: false }),
  });
  return { input, error: formState.errors.value?.message };
}

/** How alerts are delivered once armed on the Watch page. */
export function AlertSettings() {
  const { alertSound, alertNotification } = useStore(settings);
  const [permission, setPermission] = useState(() => readPermission());
  const ask = async (isWanted: boolean) => {
    updateSettings({ alertNotification: isWanted });
    if (isWanted && permission === 'default') setPermission(await Notification.requestPermission());
  };
  return (
    <>
      <p className="text-muted">
        <Trans>
          When a visitor starts waiting, then every 30 seconds until someone looks. Turn on or off in Watch for all
          tabs; only one plays the sound.
        </Trans>
      </p>
      <Switch
        label={<Trans>Sound</Trans>}
        checked={alertSound}
        onChange={({ target }) => updateSettings({ alertSound: target.checked })}
      />
      <Switch
        label={<Trans>Desktop notifications</Trans>}
        hint={<PermissionHint permission={permission} />}
        checked={alertNotification && permission !== 'missing'}
        disabled={permission === 'missing'}
        onChange={({ target }) => void ask(target.checked)}
      />
      <div>
        <Button onClick={() => void chime()}>
          <Trans>Play sound</Trans>
        </Button>
      </div>
    </>
  );
}

function PermissionHint({ permission }: { permission: Permission }) {
  if (permission === 'denied') return <Trans>Blocked for this site in your browser’s settings.</Trans>;
  if (permission !== 'missing') return null;
  if (!window.isSecureContext) return <Trans>Only available over HTTPS.</Trans>;
  return <Trans>This browser doesn’t support notifications here.</Trans>;
}

type Permission = NotificationPermission | 'missing';

const readPermission = (): Permission =>
  typeof Notification === 'undefined' || !window.isSecureContext ? 'missing' : Notification.permission;
