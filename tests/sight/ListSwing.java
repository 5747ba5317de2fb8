import java.awt.*;
import java.nio.file.*;
import java.util.*;
import java.util.List;
import javax.swing.*;
import javax.swing.table.*;

/** As list_tk.py, with Swing. Arguments: a file, look (light, dark, nimbus), font, size. The file has a line for each list, with
 *  its values between tabs: kind, x, y, width, high, selected (-1: none), offset, and its rows. */
public class ListSwing {
  record Shown(JScrollPane pane, JComponent rows, List<String> texts, String kind) {}

  public static void main(String[] args) throws Exception {
    List<String> lists = Files.readAllLines(Path.of(args[0]));
    if (args[1].equals("nimbus")) UIManager.setLookAndFeel("javax.swing.plaf.nimbus.NimbusLookAndFeel");
    SwingUtilities.invokeAndWait(() -> show(lists, args[1].equals("dark"), new Font(args[2], Font.PLAIN, Integer.parseInt(args[3]))));
  }

  static JComponent rows(String kind, List<String> texts, int selected, Font font) {
    if (kind.equals("list")) {
      JList<String> list = new JList<>(texts.toArray(new String[0]));
      if (selected >= 0) list.setSelectedIndex(selected);
      list.setFont(font);
      return list;
    }
    DefaultTableModel model = new DefaultTableModel(0, 1);
    int widest = 0;
    JTable table = new JTable(model);
    for (String text : texts) {
      model.addRow(new Object[] {text});
      widest = Math.max(widest, table.getFontMetrics(font).stringWidth(text));
    }
    table.setFont(font);
    table.setTableHeader(null);
    table.setRowHeight(table.getFontMetrics(font).getHeight() + 4);
    table.setAutoResizeMode(JTable.AUTO_RESIZE_OFF);
    table.getColumnModel().getColumn(0).setPreferredWidth(widest + 20);
    if (selected >= 0) table.setRowSelectionInterval(selected, selected);
    return table;
  }

  static void show(List<String> lists, boolean dark, Font font) {
    JFrame frame = new JFrame("lists");
    frame.setUndecorated(true);
    JPanel panel = new JPanel(null);
    List<Shown> shown = new ArrayList<>();
    List<Integer> offsets = new ArrayList<>();
    for (String line : lists) {
      String[] values = line.split("\t");
      List<String> texts = Arrays.asList(values).subList(7, values.length);
      JComponent rows = rows(values[0], texts, Integer.parseInt(values[5]), font);
      if (dark) {
        panel.setBackground(new Color(0x2b2b2b));
        rows.setBackground(new Color(0x3c3f41));
        rows.setForeground(new Color(0xdddddd));
      }
      JScrollPane pane = new JScrollPane(rows);
      pane.setBounds(Integer.parseInt(values[1]), Integer.parseInt(values[2]), Integer.parseInt(values[3]),
                     Integer.parseInt(values[4]) * (rows.getFontMetrics(font).getHeight() + 4) + 20);
      panel.add(pane);
      shown.add(new Shown(pane, rows, texts, values[0]));
      offsets.add(Integer.parseInt(values[6]));
    }
    frame.setContentPane(panel);
    frame.setBounds(0, 0, 1200, 860);
    frame.setVisible(true);
    for (int i = 0; i < shown.size(); ++i) shown.get(i).pane().getViewport().setViewPosition(new Point(offsets.get(i), 0));
    new javax.swing.Timer(900, event -> {
      StringBuilder found = new StringBuilder("[");
      for (Shown each : shown) {
        Rectangle view = each.pane().getViewport().getViewRect();
        Point at = each.pane().getViewport().getLocationOnScreen();
        for (int i = 0; i < each.texts().size(); ++i) {
          Rectangle row = each.rows() instanceof JList<?> list ? list.getCellBounds(i, i) : ((JTable) each.rows()).getCellRect(i, 0, true);
          if (row.y < view.y || row.y + row.height > view.y + view.height) continue;
          if (found.length() > 1) found.append(',');
          found.append("{\"text\":").append(i).append(",\"list\":").append(shown.indexOf(each)).append(",\"hidden\":").append(view.x - 2).append(",\"rect\":[")
              .append(at.x + 1).append(',').append(at.y + row.y - view.y).append(',').append(view.width - 2).append(',').append(row.height).append("]}");
        }
      }
      System.out.println(found.append("]"));
      System.out.flush();
    }) {{ setRepeats(false); }}.start();
  }
}
