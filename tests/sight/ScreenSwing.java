import java.awt.*;
import java.nio.file.*;
import java.util.*;
import java.util.List;
import javax.swing.*;

/** As screen_tk.py, with Swing. Arguments: a file with one label a line, look (light, dark, nimbus), font, size. */
public class ScreenSwing {
  public static void main(String[] args) throws Exception {
    List<String> labels = Files.readAllLines(Path.of(args[0]));
    SwingUtilities.invokeAndWait(() -> show(labels, args[1], args[2], Integer.parseInt(args[3])));
  }

  static void show(List<String> labels, String look, String family, int size) {
    try {
      if (look.equals("nimbus")) UIManager.setLookAndFeel("javax.swing.plaf.nimbus.NimbusLookAndFeel");
    } catch (Exception missing) {
      throw new IllegalStateException(missing);
    }
    JFrame frame = new JFrame("labels");
    frame.setUndecorated(true);
    JPanel panel = new JPanel(null);
    boolean dark = look.equals("dark");
    panel.setBackground(dark ? new Color(0x2b2b2b) : new Color(0xf2f2f2));
    int x = 12, y = 12, high = 0, number = 0;
    List<JComponent> shown = new ArrayList<>();
    for (String label : labels) {
      AbstractButton control = number++ % 3 == 2 ? new JCheckBox(label) : new JButton(label);
      control.setFont(new Font(family, Font.PLAIN, size));
      if (dark) {
        control.setForeground(new Color(0xdddddd));
        control.setBackground(control instanceof JCheckBox ? panel.getBackground() : new Color(0x3c3f41));
      } else if (control instanceof JCheckBox) {
        control.setBackground(panel.getBackground());
      }
      Dimension wanted = control.getPreferredSize();
      if (x + wanted.width > 1180) { x = 12; y += high + 12; high = 0; }
      if (y + wanted.height > 840) break;
      control.setBounds(x, y, wanted.width, wanted.height);
      panel.add(control);
      shown.add(control);
      x += wanted.width + 18;
      high = Math.max(high, wanted.height);
    }
    frame.setContentPane(panel);
    frame.setBounds(0, 0, 1200, 860);
    frame.setVisible(true);
    new javax.swing.Timer(900, event -> {
      StringBuilder rows = new StringBuilder("[");
      for (JComponent each : shown) {
        Point at = each.getLocationOnScreen();
        if (rows.length() > 1) rows.append(',');
        rows.append("{\"rect\":[").append(at.x).append(',').append(at.y).append(',').append(each.getWidth()).append(',').append(each.getHeight()).append("]}");
      }
      System.out.println(rows.append("]"));
      System.out.flush();
    }) {{ setRepeats(false); }}.start();
  }
}
