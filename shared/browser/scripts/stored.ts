/** Names of what pages store in the tab, and in the browser. */
type TabName = 'token' | 'workspace';
type BrowserName = 'language' | 'keys';

const keyOf = (name: TabName | BrowserName): string => `plotline-${name}`;

// Storage can be forbidden: then nothing is found in it.
function read(storage: () => Storage, name: TabName | BrowserName): string | null {
  try {
    return storage().getItem(keyOf(name));
  } catch {
    return null;
  }
}

function write(storage: () => Storage, name: TabName | BrowserName, value: string): void {
  try {
    storage().setItem(keyOf(name), value);
  } catch {
    // Then it is asked for again.
  }
}

const tab = (): Storage => window.sessionStorage;
const browser = (): Storage => window.localStorage;

export const readFromTab = (name: TabName): string | null => read(tab, name);
export const storeInTab = (name: TabName, value: string): void => write(tab, name, value);
export const readFromBrowser = (name: BrowserName): string | null => read(browser, name);
export const storeInBrowser = (name: BrowserName, value: string): void => write(browser, name, value);
