import { useLingui } from '@lingui/react/macro';

/** Returns the column label for an attribute name. */
export function useColumnLabel(): (name: string) => string {
  const { t } = useLingui();
  return (name) => {
    if (name === 'key_title') return t`Title`;
    return name === 'suggestions' ? t`Suggestions` : t`Keyword`;
  };
}
