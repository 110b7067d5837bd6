import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { z } from 'zod';
import { colourOf } from '#src/domain/rooms/room-visitor.tsx';
import type { FormValues } from '#src/form/form-values.ts';
import type { FormIssue } from '#src/form/translate-issue.ts';
import { refinementIssue } from '#src/form/validation-messages.ts';
import { asRecord, isText, parseJson } from '#src/lib/json.ts';

/** A setting with a form field of its own. The API does not document settings: these are the widget's usual ones. */
export interface KnownSetting {
  label: MessageDescriptor;
  /** Whether the field can show a value. Other values are edited as JSON. */
  fits: (value: unknown) => boolean;
  /** The value that a client without the setting starts with. */
  initial: () => unknown;
  /** Validates a value that fits. */
  schema: z.ZodType;
}

const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);

/** Hours as `08:00-20:00`; either side may be missing while it is typed. */
export const HOURS = /^(\d\d:\d\d)?\s*-\s*(\d\d:\d\d)?$/;

const text = z.string();
const color = text.refine((value) => colourOf(value) !== undefined, refinementIssue({ code: 'not_a_color' }));
/** Hours in another format are accepted, because the widget may understand them. */
const hours = z.unknown().refine((value) => !isHalfOpen(value), refinementIssue({ code: 'half_hours' }));
const timeZone = z
  .unknown()
  .refine((zone) => !isText(zone) || isTimeZone(zone), refinementIssue({ code: 'not_a_time_zone' }));
const origins = z.array(text).superRefine((list, { addIssue }) => {
  for (const index of list.keys()) {
    const params = originIssue(list, index);
    if (params) addIssue({ code: 'custom', path: [index], params });
  }
});
/** Text of a number, parsed into the number. */
export const numberText = text
  .refine((value) => value.trim() !== '' && Number.isFinite(Number(value)), refinementIssue({ code: 'not_a_number' }))
  .transform(Number);

export const knownSettings = {
  accent_color: { label: msg`Accent colour`, fits: isText, initial: () => '#2563eb', schema: color },
  position: { label: msg`Position`, fits: isText, initial: () => 'bottom-end', schema: text },
  welcome_message: { label: msg`Welcome message`, fits: isText, initial: () => '', schema: text },
  locale: { label: msg`Default language`, fits: isText, initial: () => 'en', schema: text },
  locales: { label: msg`Languages`, fits: isTexts, initial: () => ['en'], schema: z.array(text) },
  office_hours: {
    label: msg`Office hours`,
    fits: (value) => asRecord(value) !== undefined,
    initial: () => ({ time_zone: ownTimeZone(), weekdays: '09:00-17:00', saturday: null, sunday: null }),
    schema: z.object({ time_zone: timeZone.optional() }).catchall(hours),
  },
  allowed_origins: { label: msg`Allowed origins`, fits: isTexts, initial: () => [''], schema: origins },
} satisfies Record<string, KnownSetting>;

export type KnownKey = keyof typeof knownSettings;

export const knownKeys = Object.keys(knownSettings).filter((key): key is KnownKey => key in knownSettings);

/** Schema of the settings that were changed. Others are not checked, so that old values do not block a save. */
export function changedSettingsSchema(values: FormValues, before: FormValues): z.ZodType {
  const [now, old] = [readSettings(values), readSettings(before)];
  const isChanged = (key: KnownKey) => JSON.stringify(now[key]) !== JSON.stringify(old[key]);
  const changed = knownKeys.filter((key) => knownSettings[key].fits(now[key]) && isChanged(key));
  const members = z.looseObject(Object.fromEntries(changed.map((key) => [key, knownSettings[key].schema])));
  return z.unknown().superRefine((settings, { addIssue }) => {
    const found = members.safeParse(settings).error?.issues ?? [];
    const errors = found.flatMap((one) => {
      const key = changed.find((name) => name === one.path[0]);
      // A value that fits can only fail refinements, which carry their issue in `params`.
      return key && one.code === 'custom'
        ? [{ path: one.path, name: knownSettings[key].label, issue: one.params }]
        : [];
    });
    // Report the whole first: the form registers only `settings`, and nests the errors of members in its error.
    if (errors.length > 0) addIssue({ code: 'custom', params: { code: 'invalid_members', errors } });
    for (const { path, issue } of errors) addIssue({ code: 'custom', path, params: issue });
  });
}

const readSettings = ({ settings }: FormValues) => asRecord(parseJson(String(settings ?? ''))) ?? {};

/** The error of one of the origins: scheme and host, such as `https://shop.example.com` or `app://shop`. */
function originIssue(list: readonly string[], index: number): FormIssue | undefined {
  const given = list[index] ?? '';
  if (given.trim() === '') return { code: 'no_origin' };
  if (/^[a-z][a-z\d+.-]*:\/\/[^\s/?#@]+$/i.test(given)) {
    return list.indexOf(given) < index ? { code: 'repeated_origin' } : undefined;
  }
  const { origin } = URL.canParse(given) ? new URL(given) : { origin: 'null' };
  return origin === 'null' ? { code: 'not_an_origin' } : { code: 'more_than_origin', origin };
}

function isHalfOpen(given: unknown): boolean {
  const [whole, from, to] = isText(given) ? (HOURS.exec(given) ?? []) : [];
  return whole !== undefined && (!from || !to);
}

export const timeZones = (): readonly string[] => Intl.supportedValuesOf('timeZone');

function isTimeZone(zone: string): boolean {
  try {
    return zone !== '' && new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;
