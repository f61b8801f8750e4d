import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.voltdb.client.Client;
import org.voltdb.client.ClientConfig;
import org.voltdb.client.ClientFactory;
import org.voltdb.client.ClientResponse;
import org.voltdb.client.VoltBulkLoader.VoltBulkLoader;

/** The vendor's Java client: rows of a file to its bulk loader (as csvloader does), or as asynchronous calls of the table's insert. */
public class VoltJavaClient {
    public static void main(String[] args) throws Exception {
        String table = args[1].toUpperCase();
        AtomicLong failed = new AtomicLong();
        ClientConfig config = new ClientConfig("", "");
        config.setMaxOutstandingTxns(3000);
        Client client = ClientFactory.createClient(config);
        client.createConnection(args[2]);
        boolean isBulk = args[0].equals("bulk");
        VoltBulkLoader loader = isBulk ? client.getNewBulkLoader(table, 1000, (handle, fields, response) -> failed.incrementAndGet()) : null;
        try (BufferedReader rows = Files.newBufferedReader(Path.of(args[3]))) {
            for (String line = rows.readLine(); line != null; line = rows.readLine()) {
                String[] fields = line.split(",", -1);
                Object[] row = new Object[fields.length];
                row[0] = Integer.valueOf(fields[0]);
                row[1] = Long.valueOf(fields[1]);
                row[2] = Long.valueOf(fields[2]);
                row[3] = Integer.valueOf(fields[3]);
                for (int i = 4; i < fields.length; i++) {
                    row[i] = fields[i].isEmpty() ? null : Double.valueOf(fields[i]);
                }
                if (isBulk) {
                    loader.insertRow(null, row);
                } else {
                    client.callProcedure(response -> {
                        if (response.getStatus() != ClientResponse.SUCCESS) {
                            failed.incrementAndGet();
                        }
                    }, table + ".insert", row);
                }
            }
        }
        if (isBulk) {
            loader.drain();
            loader.close();
        }
        client.drain();
        client.close();
        if (failed.get() > 0) {
            throw new IllegalStateException(failed + " rows failed");
        }
    }
}
