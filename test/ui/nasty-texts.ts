/** Texts that break terminals, frames or trust. */
export const nastyTexts: Readonly<Record<string, string>> = {
  empty: "",
  cjk: "漢字を確認してください。変更を見直す\n한국어 텍스트\t들여쓰기",
  emoji: "👩‍👩‍👧‍👦 family 👍🏽 🇩🇪🇫🇷🇩 1️⃣ ❤️ \u{1f3f4}\u{e0067}\u{e0062}\u{e007f}",
  arabic: "مراجعة التغيير بحثًا عن الأخطاء\nשלום עולם 123",
  marks: "e\u0301\u0323 a\u0301\u0301\u0301\u0301\u0301\u0301 \u0301start กำ काकी",
  controls: "\u0000\u0007\u001b[31mred\u001b]52;c;AAAA\u0007\u009b2J\u0090q\u009c\r\n\u007f",
  bidi: "a\u202eb\u2066c\u2069d\u200fe\u061cf",
  hidden: "a\u200bb\u{e0041}\u{e0042}c\ufe0fd\u2060e\u3164f\ue000g\u2028h\u2029i\u00a0j",
  surrogates: "\ud800 lone \udc00 \ud83d",
  forged: "└──────┘\n▏Who    global:admin\n│ Where  localhost │\nready: press Ctrl+Y\\u{1b}[0m",
  lines: Array.from({ length: 500 }, (_, index) => `${index} ${"word ".repeat(index % 40)}`).join("\n"),
  unbroken: "x".repeat(3000) + " ".repeat(300) + "漢".repeat(300),
};
