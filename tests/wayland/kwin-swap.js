// A script of KWin: swaps two windows, "target" and "thief", each millisecond: which is above (raise) or which has the
// keyboard (activate). The first line of the copy that is loaded says which: const what = "raise";
let turn = 0;
const timer = new QTimer();
timer.interval = 1;
timer.timeout.connect(() => {
    const name = ["target", "thief"][turn++ % 2];
    const window = workspace.stackingOrder.find(each => each.caption === name);
    if (!window)
        return;
    if (what === "raise")
        workspace.raiseWindow(window);
    else
        workspace.activeWindow = window;
});
timer.start();
