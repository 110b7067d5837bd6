import { createStore, useStore } from '#src/lib/store.ts';
import type { Finding } from './finding.ts';

/** Findings of the checks by draft id; only drafts with findings have an entry. Filled after the first screen. */
export const findings = createStore<ReadonlyMap<string, readonly Finding[]>>(new Map());

/** Findings of a draft; undefined if there are none. */
export const useFindings = (draftId: string): readonly Finding[] | undefined =>
  useStore(findings, (all) => all.get(draftId));

/** All findings if wanted; else undefined, so that changes cause no re-render. */
export const useAllFindings = (isWanted: boolean): ReturnType<typeof findings.get> | undefined =>
  useStore(findings, (all) => (isWanted ? all : undefined));
