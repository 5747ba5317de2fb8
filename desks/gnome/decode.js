// Strict reading of what interlockd sends: a value of the expected form, or an exception that says what is wrong where.
//
// SPDX-License-Identifier: GPL-2.0-or-later

export class WireError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

function bad(where, what) {
  throw new WireError('invalid', `${where || 'the request'} must be ${what}`);
}

export const integer = (low, high) => (value, where) =>
  Number.isInteger(value) && value >= low && value <= high ? value : bad(where, `an integer from ${low} to ${high}`);

export const boolean = (value, where) => typeof value === 'boolean' ? value : bad(where, 'true or false');

export const string = longest => (value, where) =>
  typeof value === 'string' && value.length <= longest ? value : bad(where, `a text of at most ${longest} characters`);

export const oneOf = names => (value, where) => names.includes(value) ? value : bad(where, `one of ${names.join(', ')}`);

export const nullable = shape => (value, where) => value === null ? null : shape(value, where);

// Absent is the same as null.
export const optional = shape => Object.assign(nullable(shape), {isOptional: true});

export const array = (longest, shape) => (value, where) => {
  if (!Array.isArray(value) || value.length > longest) bad(where, `a list of at most ${longest}`);
  return value.map((each, i) => shape(each, `${where}[${i}]`));
};

export const record = fields => (value, where) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) bad(where, 'an object');
  const name = key => where ? `${where}.${key}` : key;
  for (const key of Object.keys(value))
    if (!Object.hasOwn(fields, key)) throw new WireError('invalid', `${name(key)} is not a key of this request`);
  const read = {};
  for (const [key, shape] of Object.entries(fields)) {
    if (Object.hasOwn(value, key)) read[key] = shape(value[key], name(key));
    else if (shape.isOptional) read[key] = null;
    else bad(name(key), 'there');
  }
  return read;
};

// An object with exactly one of these keys.
export const choice = fields => (value, where) => {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (keys.length !== 1 || !Object.hasOwn(fields, keys[0])) bad(where, `an object with one of the keys ${Object.keys(fields).join(', ')}`);
  return {[keys[0]]: fields[keys[0]](value[keys[0]], `${where}.${keys[0]}`)};
};
