import { connection, type SignInMark, signInMark } from '#src/api/connection.ts';
import { signedInId } from '#src/api/query-client.ts';
import { tabId } from '#src/lib/tab-channel.ts';

/** The connection, user and tab of a decision or another action. */
export interface ActionOwner {
  connectionKey: string;
  by?: string | undefined;
  /** When the last sign-out before the user's sign-in was, in ms since 1970; undefined if there was none. */
  signedOutAt?: number | undefined;
  /** The tab that will send it. */
  owner: string;
}

/** Whether the action belongs to another user than the one known to be signed in at its connection. */
export const isOtherUsersAction = ({ connectionKey: key, by }: Omit<ActionOwner, 'owner'>): boolean =>
  by !== undefined && by !== (signedInId({ key }) ?? by);

/** Whether the action belongs to a connection, and not to another user than the one signed in there. */
export const isOwnActionAt = (key: string | undefined, action: Omit<ActionOwner, 'owner'>): boolean =>
  action.connectionKey === key && !isOtherUsersAction(action);

/** Whether another tab owns the action, and it is the signed-in user's at the current connection. */
export const isOtherTabsAction = (action: ActionOwner): boolean =>
  action.owner !== tabId && isOwnActionAt(connection.get()?.key, action);

/** The user of a sign-in that is still current: the service may have named the user only after the action. */
export function userOf(key: string, signIn: SignInMark | undefined): string | undefined {
  const now = signInMark(key);
  const isSame = now.signIns === signIn?.signIns && now.signedOutAt === signIn.signedOutAt;
  return isSame ? signedInId({ key }) : undefined;
}
