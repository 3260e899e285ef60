const { server, key } = document.body.dataset;
const results = document.getElementById("results");
const tell = (name, value) => { results.textContent += `${name}: ${value}\n`; };
const isToken = (text) => /^[\w-]{43}$/.test(text);
const fails = async (promise) => promise.then(() => "passed", (error) => error.message);
document.addEventListener("securitypolicyviolation", (event) => tell("violation", event.violatedDirective));

const send = async (recaptchaToken) => {
  const answer = await fetch(
    `${server}/identitytoolkit.googleapis.com/v1/accounts:sendVerificationCode?key=k`,
    {
      method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ phoneNumber: "+16505550123", recaptchaToken }),
    });
  const body = await answer.json();
  return body.error?.message ?? "sent";
};

window.startV2 = async () => {
  let token;
  const hidden = grecaptcha.render(
    "hidden", { sitekey: key, size: "invisible", callback: (value) => { token = value; } });
  const executed = await grecaptcha.execute(hidden);
  tell("invisible", isToken(token) && token === executed && token === grecaptcha.getResponse(hidden));
  tell("first use", await send(token));
  tell("second use", await send(token));
  grecaptcha.reset(hidden);
  tell("reset", grecaptcha.getResponse(hidden) === "");

  const box = document.getElementById("box");
  const passed = new Promise((resolve) => grecaptcha.render(box, { sitekey: key, callback: resolve }));
  const check = box.querySelector("input");
  check.click();
  tell("checkbox", isToken(await passed) && check.checked && grecaptcha.getResponse(1) === await passed);
  check.click();
  tell("unchecked", !check.checked && grecaptcha.getResponse(1) === "");

  let problem;
  const wrong = grecaptcha.render(
    "wrong",
    { sitekey: "usher-v2-1", size: "invisible", "error-callback": (error) => { problem = error.message; } });
  tell("wrong key", (await fails(grecaptcha.execute(wrong))) === problem && problem);
  const script = document.createElement("script");
  script.src = `${server}/recaptcha/enterprise.js?onload=startEnterprise&render=explicit`;
  document.head.append(script);
};

window.startEnterprise = () => grecaptcha.enterprise.ready(async () => {
  const enterprise = key.replace("-v2-", "-enterprise-");
  tell("enterprise", isToken(await grecaptcha.enterprise.execute(enterprise, { action: "sendVerificationCode" })));
  tell("wrong action", await fails(grecaptcha.enterprise.execute(enterprise, { action: "a b" })));
  tell("end", true);
});
