/** A figure that the service holds itself to. */
export interface Gate {
  name: string;
  measured: number;
  /** The most that is allowed. */
  most: number;
  unit: 'ms' | 'MB' | '';
  note?: string;
}

export const isHeld = ({ measured, most }: Gate) => measured <= most;
