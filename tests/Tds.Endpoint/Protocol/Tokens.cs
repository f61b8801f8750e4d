using DbIngest.Tds.Endpoint.Storage;

namespace DbIngest.Tds.Endpoint.Protocol;

/// <summary>The tokens of an answer (MS-TDS 2.2.7).</summary>
internal static class Tokens
{
    private const byte ReturnValue = 0xAC;
    private const byte ReturnStatus = 0x79;
    private const byte ColMetadata = 0x81;
    private const byte ErrorToken = 0xAA;
    private const byte InfoToken = 0xAB;
    private const byte LoginAck = 0xAD;
    private const byte FeatureExtAck = 0xAE;
    private const byte Row = 0xD1;
    private const byte EnvChange = 0xE3;
    private const byte DoneToken = 0xFD;
    private const byte DoneProc = 0xFE;
    private const byte DoneInProc = 0xFF;

    private const ushort More = 0x01;
    private const ushort Failed = 0x02;
    private const ushort HasCount = 0x10;
    private const ushort Attention = 0x20;

    /// <summary>SQL_Latin1_General_CP1_CI_AS.</summary>
    public static ReadOnlySpan<byte> Collation => [0x09, 0x04, 0xD0, 0x00, 0x34];

    public static void Acknowledge(MessageWriter writer, Login7 login, int packetSize, string database)
    {
        Change(writer, 1, database, "master");
        Message(writer, InfoToken, new ServerMessage(5701, 0, 2, $"Changed database context to '{database}'."));
        writer.Byte(EnvChange);
        int collation = writer.BeginLength();
        writer.Byte(7);
        writer.Byte((byte)Collation.Length);
        writer.Bytes(Collation);
        writer.Byte(0);
        writer.EndLength(collation);
        Change(writer, 2, "us_english", string.Empty);
        writer.Byte(LoginAck);
        int length = writer.BeginLength();
        writer.Byte(1);

        // The answer has the version's bytes the other way round than the question (MS-TDS 2.2.7.14).
        writer.Bytes([(byte)(login.Version >> 24), (byte)(login.Version >> 16), (byte)(login.Version >> 8), (byte)login.Version]);
        writer.ShortText("DbIngest TDS endpoint");
        writer.Bytes([16, 0, 0x10, 0x3B]);
        writer.EndLength(length);
        Change(writer, 4, Text(packetSize), Text(login.PacketSize));
        if (login.Features.Count > 0)
        {
            writer.Byte(FeatureExtAck);
            writer.Byte(0xFF);
        }

        Done(writer);
    }

    /// <summary>The session uses another database from now on.</summary>
    public static void ChangeDatabase(MessageWriter writer, string now, string before) => Change(writer, 1, now, before);

    /// <summary>A transaction begins.</summary>
    public static void BeginTransaction(MessageWriter writer, long descriptor) => Transaction(writer, 8, descriptor, 0);

    /// <summary>A transaction has ended.</summary>
    public static void EndTransaction(MessageWriter writer, long descriptor, bool isCommitted) =>
        Transaction(writer, isCommitted ? (byte)9 : (byte)10, 0, descriptor);

    public static void Error(MessageWriter writer, ServerMessage error) => Message(writer, ErrorToken, error);

    public static void Done(MessageWriter writer, bool more = false, bool failed = false, long? rows = null,
        bool attention = false) =>
        Done(writer, DoneToken, more, failed, rows, attention);

    /// <summary>The end of a call, with the handle of the statement that it prepared, if any (MS-TDS 2.2.7.19).</summary>
    public static void EndProcedure(MessageWriter writer, bool more, bool failed, int? handle = null)
    {
        writer.Byte(ReturnStatus);
        writer.Int32(0);
        if (handle is { } prepared)
        {
            writer.Byte(ReturnValue);
            writer.UInt16(0);
            writer.ShortText(string.Empty);
            writer.Bytes([0x01, 0, 0, 0, 0, 0, 0, 0x26, 4, 4]);
            writer.Int32(prepared);
        }

        Done(writer, DoneProc, more, failed, null, attention: false);
    }

    public static void DoneInProcedure(MessageWriter writer, long? rows) =>
        Done(writer, DoneInProc, more: true, failed: false, rows, attention: false);

    /// <summary>Columns and rows.</summary>
    public static void RowSet(MessageWriter writer, RowSet rows)
    {
        writer.Byte(ColMetadata);
        writer.UInt16((ushort)rows.Columns.Count);
        foreach (var column in rows.Columns)
        {
            writer.Int32(0);
            writer.UInt16(column.IsNullable ? (ushort)0x09 : (ushort)0x08);
            column.Type.WriteInfo(writer, column.IsNullable);
            writer.ShortText(column.Name);
        }

        foreach (object?[] row in rows.Rows)
        {
            writer.Byte(Row);
            for (int i = 0; i < row.Length; i++)
            {
                rows.Columns[i].Type.WriteValue(writer, row[i], rows.Columns[i].IsNullable);
            }

            writer.SendFull();
        }
    }

    private static void Done(MessageWriter writer, byte token, bool more, bool failed, long? rows, bool attention)
    {
        writer.Byte(token);
        writer.UInt16((ushort)(
            (more ? More : 0) | (failed ? Failed : 0) | (rows is null ? 0 : HasCount) | (attention ? Attention : 0)));
        writer.UInt16(0);
        writer.Int64(rows ?? 0);
    }

    private static void Change(MessageWriter writer, byte kind, string now, string before)
    {
        writer.Byte(EnvChange);
        int length = writer.BeginLength();
        writer.Byte(kind);
        writer.ShortText(now);
        writer.ShortText(before);
        writer.EndLength(length);
    }

    private static void Transaction(MessageWriter writer, byte kind, long now, long before)
    {
        writer.Byte(EnvChange);
        int length = writer.BeginLength();
        writer.Byte(kind);
        foreach (long descriptor in new[] { now, before })
        {
            writer.Byte(descriptor == 0 ? (byte)0 : (byte)8);
            if (descriptor != 0)
            {
                writer.Int64(descriptor);
            }
        }

        writer.EndLength(length);
    }

    private static void Message(MessageWriter writer, byte token, ServerMessage message)
    {
        writer.Byte(token);
        int length = writer.BeginLength();
        writer.Int32(message.Number);
        writer.Byte(message.State);
        writer.Byte(message.Class);
        writer.LongText(message.Text);
        writer.ShortText("endpoint");
        writer.ShortText(string.Empty);
        writer.Int32(1);
        writer.EndLength(length);
    }

    private static string Text(int number) => number.ToString(System.Globalization.CultureInfo.InvariantCulture);
}
