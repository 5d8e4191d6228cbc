// Light or dark, if the reader has chosen, and that scripts run; before anything is shown.
"use strict";
(function () {
  const root = document.documentElement;
  root.dataset.scripts = "on";
  const kept = (() => { try { return localStorage.getItem("kaiju-mode"); } catch { return null; } })();
  if (kept === "light" || kept === "dark") root.dataset.mode = kept;
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("mode-switch");
    const dark = () => (root.dataset.mode || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
    const say = () => button.setAttribute("aria-label", dark() ? "Show light colours" : "Show dark colours");
    button.hidden = false;
    say();
    button.addEventListener("click", () => {
      root.dataset.mode = dark() ? "light" : "dark";
      try { localStorage.setItem("kaiju-mode", root.dataset.mode); } catch { /* it holds for this page */ }
      say();
    });
  });
})();
