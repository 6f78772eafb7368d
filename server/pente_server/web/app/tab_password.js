// The server's password, kept as long as the tab is open.

const KEY = "pente.password";
let unkept = "";

export const passwordOfTab = {
  get() {
    try {
      return sessionStorage.getItem(KEY) ?? unkept;
    } catch {
      return unkept;
    }
  },

  set(password) {
    unkept = password;
    try {
      sessionStorage.setItem(KEY, password);
    } catch {
      // it lasts for the page
    }
  },
};
