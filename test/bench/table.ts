/** A limit, and the measured value. */
export interface Goal {
  goal: string;
  found: string;
  isMet: boolean;
}

export const goalTable = (goals: readonly Goal[]): string =>
  table(
    ['Goal', 'Found', ''],
    goals.map(({ goal, found, isMet }) => [goal, found, isMet ? 'met' : '**not met**']),
  );

/** A Markdown table: first column left-aligned, numbers right-aligned. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}
