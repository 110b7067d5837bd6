import { useLingui } from '@lingui/react/macro';

/** What the columns of keywords are called, by the names of their attributes. */
export function useColumnLabel(): (name: string) => string {
  const { t } = useLingui();
  return (name) => {
    if (name === 'key_title') return t`Title`;
    return name === 'suggestions' ? t`Suggestions` : t`Keyword`;
  };
}
