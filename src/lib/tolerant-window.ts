/**
 * A window for React Router whose history survives a refused write: Safari throws after 100 writes in 30 seconds. The
 * page then changes without the URL, until the next write succeeds.
 */
export function tolerantWindow(own: Window): Window {
  const history = tolerant(own.history, {
    pushState: (...entry: Parameters<History['pushState']>) => attempt(() => own.history.pushState(...entry)),
    replaceState: (...entry: Parameters<History['replaceState']>) => attempt(() => own.history.replaceState(...entry)),
  });
  return tolerant(own, { history });
}

function attempt(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'SecurityError')) throw error;
  }
}

/** A proxy with some members replaced; methods keep the target as `this`. */
function tolerant<Target extends object>(target: Target, replaced: Partial<Target>): Target {
  return new Proxy(target, {
    get: (own, name) => {
      if (name in replaced) return Reflect.get(replaced, name);
      const value = Reflect.get(own, name, own);
      return typeof value === 'function' && !/^[A-Z]/.test(String(name)) ? value.bind(own) : value;
    },
  });
}
