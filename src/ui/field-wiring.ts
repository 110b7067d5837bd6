import { createContext, use } from 'react';

export interface FieldWiring {
  id?: string | undefined;
  required?: boolean | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
}

/** Set by `Field`, around its control. */
export const FieldContext = createContext<FieldWiring>({});

/** Props for the control inside a Field: its id and descriptions. The control's own props win. */
export function useFieldWiring(): FieldWiring {
  return use(FieldContext);
}

/** Id of the label of a control. */
export const labelId = (id: string) => `${id}-label`;
