import { connection, type SignInMark, signInMark } from '#src/api/connection.ts';
import { signedInId } from '#src/api/query-client.ts';
import { tabId } from '#src/lib/tab-channel.ts';

/** Where, by whom and in which tab a decision or another action was taken. */
export interface ActionOwner {
  connectionKey: string;
  /** The user, if known. */
  by?: string | undefined;
  /** The tab that will send it. */
  owner: string;
}

/** Whether it waits until another user signs in again. */
export const isOfOtherPerson = ({ connectionKey: key, by }: ActionOwner): boolean =>
  by !== undefined && by !== (signedInId({ key }) ?? by);

/** Whether it belongs to a connection, and to the person who is signed in there. */
export const isOwnAt = (key: string | undefined, action: ActionOwner): boolean =>
  action.connectionKey === key && !isOfOtherPerson(action);

/** Whether another tab owns it, of the person who is signed in at the current connection. */
export const isOfOtherTab = (action: ActionOwner): boolean =>
  action.owner !== tabId && isOwnAt(connection.get()?.key, action);

/** Whether it is certain that the person who is signed in at the current connection took it. */
export const isKnownOwn = ({ connectionKey: key, by }: ActionOwner): boolean =>
  key === connection.get()?.key && by === signedInId();

/** The user of a sign-in, if it is still the current one: the service may have named them only after the action. */
export function userOf(key: string, signIn: SignInMark | undefined): string | undefined {
  const now = signInMark(key);
  const isSame = now.signIns === signIn?.signIns && now.signedOutAt === signIn.signedOutAt;
  return isSame ? signedInId({ key }) : undefined;
}
