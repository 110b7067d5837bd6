import type { DraftPage } from '../drafts.ts';

export interface DeskState extends DraftPage {
  chosenId: string | undefined;
  isEditing: boolean;
}

type DeskAction =
  | { kind: 'show'; page: DraftPage }
  | { kind: 'choose' | 'edit' | 'remove'; id: string }
  | { kind: 'move'; by: 1 | -1 }
  | { kind: 'editChosen' | 'stopEditing' };

export const EMPTY: DeskState = { drafts: [], hasNext: false, chosenId: undefined, isEditing: false };

export function nextState(state: DeskState, action: DeskAction): DeskState {
  const { drafts, chosenId } = state;
  const at = drafts.findIndex(({ id }) => id === chosenId);
  switch (action.kind) {
    case 'show':
      return { ...action.page, chosenId: action.page.drafts[0]?.id, isEditing: false };
    case 'choose':
    case 'edit':
      return { ...state, chosenId: action.id, isEditing: action.kind === 'edit' };
    case 'move':
      return { ...state, chosenId: drafts[at + action.by]?.id ?? chosenId, isEditing: false };
    case 'remove': {
      const left = drafts.filter(({ id }) => id !== action.id);
      const beside = drafts[at + 1] ?? drafts[at - 1];
      return { ...state, drafts: left, isEditing: false, chosenId: action.id === chosenId ? beside?.id : chosenId };
    }
    case 'editChosen':
      return { ...state, isEditing: chosenId !== undefined };
    case 'stopEditing':
      return { ...state, isEditing: false };
  }
}
