/** A limit the service must keep. */
export interface Gate {
  name: string;
  measured: number;
  /** The maximum allowed. */
  most: number;
  unit: 'ms' | 'MB' | '';
  note?: string;
}

export const isHeld = ({ measured, most }: Gate) => measured <= most;
