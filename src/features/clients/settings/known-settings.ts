import type { MessageDescriptor } from '@lingui/core';
import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { FormProblem, FormValues } from '#src/form/form-values.ts';
import { asRecord, isText } from '#src/lib/json.ts';
import { readMembers } from './json-members.ts';

/** A setting that the form has a field for. Services do not document theirs: these are the widget's usual ones. */
export interface KnownSetting {
  label: MessageDescriptor;
  /** Whether the field can show a value; others are for the JSON. */
  fits: (value: unknown) => boolean;
  /** The value that a client without the setting starts with. */
  initial: () => unknown;
  /** The errors of a value that fits, as sentences. */
  problems: (value: unknown) => string[];
}

const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
const none = () => [];

export const knownSettings = {
  accent_color: {
    label: msg`Accent colour`,
    fits: isText,
    initial: () => '#2563eb',
    problems: (value) => compact([colorProblem(String(value))]),
  },
  position: { label: msg`Position`, fits: isText, initial: () => 'bottom-end', problems: none },
  welcome_message: { label: msg`Welcome message`, fits: isText, initial: () => '', problems: none },
  locale: { label: msg`Default language`, fits: isText, initial: () => 'en', problems: none },
  locales: { label: msg`Languages`, fits: isTexts, initial: () => ['en'], problems: none },
  office_hours: {
    label: msg`Office hours`,
    fits: (value) => asRecord(value) !== undefined,
    initial: () => ({ time_zone: ownTimeZone(), weekdays: '09:00-17:00', saturday: null, sunday: null }),
    problems: (value) => {
      const { time_zone: zone, ...hours } = asRecord(value) ?? {};
      return compact([isText(zone) ? timeZoneProblem(zone) : undefined, ...Object.values(hours).map(hoursProblem)]);
    },
  },
  allowed_origins: {
    label: msg`Allowed origins`,
    fits: isTexts,
    initial: () => [''],
    problems: (value) => {
      const origins = Array.isArray(value) ? value.map(String) : [];
      return compact(origins.map((_, index) => originProblem(origins, index)));
    },
  },
} satisfies Record<string, KnownSetting>;

export type KnownKey = keyof typeof knownSettings;

export const knownKeys = Object.keys(knownSettings).filter((key): key is KnownKey => key in knownSettings);
export const isKnownKey = (key: string): key is KnownKey => Object.hasOwn(knownSettings, key);

/** Errors of the settings that were changed. Others are not checked, so that old values do not block a save. */
export function findSettingsProblems(values: FormValues, before: FormValues): FormProblem[] {
  const old = readMembers(String(before.settings ?? '')) ?? [];
  const now = readMembers(String(values.settings ?? '')) ?? [];
  const isChanged = (key: string, value: unknown) =>
    JSON.stringify(old.findLast((member) => member.key === key)?.value) !== JSON.stringify(value);
  const messages = now.flatMap(({ key, value }) => {
    const setting: KnownSetting | undefined = isKnownKey(key) ? knownSettings[key] : undefined;
    if (!setting?.fits(value) || !isChanged(key, value)) return [];
    return setting.problems(value).map((problem) => `${i18n._(setting.label)}: ${problem}`);
  });
  return messages.length > 0 ? [{ path: 'settings', message: messages.join(' ') }] : [];
}

export function colorProblem(text: string): string | undefined {
  return /^#([\da-f]{3}){1,2}$/i.test(text) ? undefined : t`Enter a hex colour such as #1d5d73.`;
}

/** The error of one of the origins: scheme and host, such as `https://shop.example.com` or `app://shop`. */
export function originProblem(origins: readonly string[], index: number): string | undefined {
  const text = origins[index] ?? '';
  if (text.trim() === '') return t`Enter an origin, or remove this row.`;
  if (/^[a-z][a-z\d+.-]*:\/\/[^\s/?#@]+$/i.test(text)) {
    return origins.indexOf(text) < index ? t`This origin is already in the list.` : undefined;
  }
  const { origin } = URL.canParse(text) ? new URL(text) : { origin: 'null' };
  if (origin !== 'null') return t`An origin has no path. Use ${origin}`;
  return t`That doesn’t look like an origin. Example: https://shop.example.com`;
}

/** Hours as `08:00-20:00`; either side may be missing while it is typed. */
export const HOURS = /^(\d\d:\d\d)?\s*-\s*(\d\d:\d\d)?$/;

/** The error of a day's hours. Hours spelled otherwise are left to the widget. */
export function hoursProblem(hours: unknown): string | undefined {
  const [whole, from, to] = isText(hours) ? (HOURS.exec(hours) ?? []) : [];
  return whole !== undefined && (!from || !to) ? t`Enter both times.` : undefined;
}

export const timeZones = (): readonly string[] => Intl.supportedValuesOf('timeZone');

export function timeZoneProblem(zone: string): string | undefined {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone === '' ? t`Choose a time zone from the list.` : undefined;
  } catch {
    return t`Choose a time zone from the list.`;
  }
}

const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;
const compact = (problems: readonly (string | undefined)[]) => problems.filter((problem) => problem !== undefined);
