declare global {
  interface Window {
    /** Not in every browser: https://w3c.github.io/trusted-types/ */
    readonly trustedTypes?: {
      createPolicy: (
        name: string,
        rules: { createScriptURL: (address: string) => string },
      ) => { createScriptURL: (address: string) => string };
    };
  }
}

/** Worker URL for browsers that enforce Trusted Types. The policy `name` accepts only this URL; call once per name. */
export function trustedScript(name: string, address: string): string {
  const pass = (wanted: string) => {
    if (wanted !== address) throw new TypeError('not the worker of this page');
    return wanted;
  };
  const policy = window.trustedTypes?.createPolicy(name, { createScriptURL: pass });
  return policy ? policy.createScriptURL(address) : address;
}
