// Calls to the console.

export class Problem extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function checked(response) {
  if (response.ok) return response;
  const said = await response.json().catch(() => ({}));
  throw new Problem(response.status, said.error ?? `the console answered ${response.status}`);
}

export async function send(path, params = {}) {
  const response = await fetch(path, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(params)});
  return (await checked(response)).json();
}

export async function read(path) {
  return (await checked(await fetch(path))).json();
}

/** The bytes of a picture, or null. */
export async function picture(path) {
  const response = await fetch(path);
  return response.ok ? response.arrayBuffer() : null;
}
