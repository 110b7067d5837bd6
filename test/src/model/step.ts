import fc from 'fast-check';
import { FAULTS, type Fault } from './network.ts';

/** One action of the user or of their environment. */
export type Step =
  | { does: 'nothing' }
  | { does: 'wait'; ms: number }
  | { does: 'type' | 'look'; tab: number; draft: number }
  | { does: 'approve' | 'reject'; tab: number; draft: number }
  | { does: 'undo' | 'reload' | 'crash' | 'edit title' | 'save'; tab: number }
  | { does: 'go offline' | 'go online' | 'sign in' }
  | { does: 'fault'; fault: Fault; isForWrites: boolean }
  | { does: 'colleague decides'; draft: number; kind: 'approve' | 'reject' };

export const TABS = 2;
export const DRAFTS = 2;

const tab = fc.nat({ max: TABS - 1 });
const draft = fc.nat({ max: DRAFTS - 1 });
const does = <Word extends string>(...words: Word[]) => fc.constantFrom(...words);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ does: does('nothing') }) },
  { weight: 6, arbitrary: fc.record({ does: does('wait'), ms: fc.constantFrom(200, 1000, 3000, 7000, 15_000) }) },
  { weight: 4, arbitrary: fc.record({ does: does('type', 'look'), tab, draft }) },
  { weight: 6, arbitrary: fc.record({ does: does('approve', 'reject', 'reject'), tab, draft }) },
  { weight: 3, arbitrary: fc.record({ does: does('undo', 'edit title', 'save'), tab }) },
  { weight: 2, arbitrary: fc.record({ does: does('reload', 'crash'), tab }) },
  { weight: 2, arbitrary: fc.record({ does: does('go offline', 'go online', 'go online', 'sign in') }) },
  {
    weight: 3,
    arbitrary: fc.record({ does: does('fault'), fault: fc.constantFrom(...FAULTS), isForWrites: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ does: does('colleague decides'), draft, kind: does('approve', 'reject') }) },
);

/** Arbitrary sequences of `length` steps. */
export const walks = (length: number): fc.Arbitrary<Step[]> => fc.array(step, { minLength: length, maxLength: length });
