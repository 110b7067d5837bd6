import { useSyncExternalStore } from 'react';
import { createStore } from '#src/lib/store.ts';
import type { Finding } from './finding.ts';

/** What the checks found, by draft id, of drafts with findings only. Filled after the first screen. */
export const findings = createStore<ReadonlyMap<string, readonly Finding[]>>(new Map());

/** What was found in a draft. */
export const useFindings = (draftId: string): readonly Finding[] | undefined =>
  useSyncExternalStore(findings.subscribe, () => findings.get().get(draftId));

/** All findings if they are wanted; else no change renders anything. */
export const useAllFindings = (isWanted: boolean): ReturnType<typeof findings.get> | undefined =>
  useSyncExternalStore(findings.subscribe, () => (isWanted ? findings.get() : undefined));
