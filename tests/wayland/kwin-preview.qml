// A script of KWin: a window with a preview of the window "Desk test", as window switchers show them, beside a yellow mark.
import QtQuick
import QtQuick.Window
import org.kde.kwin as KWin

Window {
    visible: true
    flags: Qt.X11BypassWindowManagerHint
    x: 660
    y: 40
    width: 560
    height: 420
    color: "blue"

    Rectangle {
        width: 20
        height: 20
        color: "yellow"
    }
    KWin.WindowThumbnail {
        x: 30
        y: 30
        width: 500
        height: 360
        wId: KWin.Workspace.stackingOrder.find(each => each.caption === "Desk test").internalId
    }
}
