// Calls the site (tests/field/site.py), which keeps the state of these pages.
"use strict";
const call = async (name, given) => (await fetch(`/api/${name}`, { method: "POST", body: JSON.stringify(given || {}) })).json();
const at = (id) => document.getElementById(id);
