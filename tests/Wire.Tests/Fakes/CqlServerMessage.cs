using DbIngest.Wire.Cql.Errors;
using DbIngest.Wire.Cql.Frames;

namespace DbIngest.Wire.Tests.Fakes;

/// <summary>Writes what a server answers, with the client's own encoder: only the direction bit differs.</summary>
internal static class CqlServerMessage
{
    public static CqlRequestBuffer Buffer(int version, bool isSegmented) => new(version | 0x80) { IsSegmented = isSegmented };

    public static byte[] Bytes(CqlRequestBuffer buffer) => buffer.Finish().ToArray();

    public static void Ready(CqlRequestBuffer to, int stream) => Plain(to, CqlOpcode.Ready, stream);

    public static void Void(CqlRequestBuffer to, int stream)
    {
        to.Begin(CqlOpcode.Result, stream);
        to.Int32(1);
        to.End();
    }

    public static void Authenticate(CqlRequestBuffer to, int stream)
    {
        to.Begin(CqlOpcode.Authenticate, stream);
        to.String("org.apache.cassandra.auth.PasswordAuthenticator");
        to.End();
    }

    public static void AuthSuccess(CqlRequestBuffer to, int stream)
    {
        to.Begin(CqlOpcode.AuthSuccess, stream);
        to.Int32(-1);
        to.End();
    }

    public static void Error(CqlRequestBuffer to, int stream, CqlErrorCode code, Action<CqlRequestBuffer>? fields = null)
    {
        to.Begin(CqlOpcode.Error, stream);
        to.Int32((int)code);
        to.String("no luck");
        fields?.Invoke(to);
        to.End();
    }

    public static void Supported(CqlRequestBuffer to, int stream)
    {
        to.Begin(CqlOpcode.Supported, stream);
        to.UInt16(1);
        to.String("COMPRESSION");
        to.UInt16(2);
        to.String("lz4");
        to.String("snappy");
        to.End();
    }

    public static void Event(CqlRequestBuffer to)
    {
        to.Begin(CqlOpcode.Event, -1);
        to.String("STATUS_CHANGE");
        to.String("DOWN");
        to.Byte(4);
        to.Int32(0x7f000002);
        to.Int32(9042);
        to.End();
    }

    /// <summary>Rows of two columns, an int and a bigint: (i, i x i).</summary>
    public static void Rows(CqlRequestBuffer to, int stream, int rows, byte[] pagingState, bool withMetadata = true)
    {
        to.Begin(CqlOpcode.Result, stream);
        to.Int32(2);
        to.Int32((withMetadata ? 1 : 4) | (pagingState.Length > 0 ? 2 : 0));
        to.Int32(2);
        if (pagingState.Length > 0)
        {
            to.Bytes(pagingState);
        }

        if (withMetadata)
        {
            Columns(to);
        }

        to.Int32(rows);
        for (int i = 0; i < rows; i++)
        {
            to.IntValue(i);
            to.BigintValue((long)i * i);
        }

        to.End();
    }

    public static void Prepared(CqlRequestBuffer to, int stream, int version)
    {
        to.Begin(CqlOpcode.Result, stream);
        to.Int32(4);
        to.ShortBytes([1, 2, 3, 4]);
        if (version >= 5)
        {
            to.ShortBytes([9, 9]);
        }

        to.Int32(1);
        to.Int32(2);
        to.Int32(1);
        to.UInt16(0);
        Columns(to);
        to.Int32(1);
        to.Int32(2);
        Columns(to);
        to.End();
    }

    private static void Columns(CqlRequestBuffer to)
    {
        to.String("ks");
        to.String("t");
        to.String("a");
        to.UInt16(9);
        to.String("b");
        to.UInt16(2);
    }

    private static void Plain(CqlRequestBuffer to, CqlOpcode opcode, int stream)
    {
        to.Begin(opcode, stream);
        to.End();
    }
}
