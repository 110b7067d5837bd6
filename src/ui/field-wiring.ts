import { createContext, use } from 'react';

export interface FieldWiring {
  id?: string | undefined;
  required?: boolean | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
}

/** Set by `Field`, around its control. */
export const FieldContext = createContext<FieldWiring>({});

/** What the control inside a Field must carry: its id, and which texts describe it. Its own props win. */
export function useFieldWiring(): FieldWiring {
  return use(FieldContext);
}

/** The id of the label of the control with that id. */
export const labelId = (id: string) => `${id}-label`;
