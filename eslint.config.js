import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/.venv/", "**/build/", "**/dist/"] },
  js.configs.recommended,
  {
    rules: {
      "consistent-return": "error",
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "max-lines": ["error", 400],
      "max-lines-per-function": ["error", { max: 40, skipBlankLines: true, skipComments: true }],
      "max-params": ["error", 6],
      "no-shadow": "error",
      "no-unused-expressions": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
    },
  },
  { files: ["src/**/static/js/texts/*.js"], rules: { "max-lines": "off" } }, // one file per language
  { files: ["src/**/static/**/*.js"], languageOptions: { globals: globals.browser } },
  { files: ["tests/js/**/*.js", "*.js"], languageOptions: { globals: globals.node } },
];
