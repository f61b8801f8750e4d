using System.Buffers.Binary;
using DbIngest.Wire.Pg;
using DbIngest.Wire.Tests.Fakes;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Wire.Tests.Pg;

/// <summary>A server whose bytes are damaged anywhere: every outcome is a result or a typed exception, soon.</summary>
public sealed class PgFuzzTests
{
    private static readonly byte[] Answers =
    [
        .. FakePostgres.Welcome,
        .. FakePostgres.Message('T', new byte[30]), .. FakePostgres.Message('D', [0, 1, 0, 0, 0, 1, (byte)'7']),
            .. FakePostgres.Message('C', "SELECT 1\0"u8),
        .. FakePostgres.Ready,
        .. FakePostgres.Message('G', [1, 0, 0]), .. FakePostgres.Message('N', "SNOTICE\0\0"u8),
            .. FakePostgres.Message('C', "COPY 1\0"u8), .. FakePostgres.Ready,
        .. FakePostgres.Error("ERROR", "23514"), .. FakePostgres.Ready,
    ];

    [Fact]
    public void Conversation_AnyBytesDamaged_EndsInAResultOrATypedException()
    {
        byte[] answers = Answers;
        using var server = new FakePostgres(session =>
        {
            session.Send(Volatile.Read(ref answers));

            // The end: whatever the client still waits for does not come.
        });
        Prop.ForAll(Gen.Choose(0, int.MaxValue).Two().NonEmptyListOf().ToArbitrary(), mutations =>
        {
            byte[] damaged = [.. Answers];
            foreach (var (position, value) in mutations)
            {
                // Whole numbers are damaged too: lengths and counts are what a decoder trusts.
                int at = position % (damaged.Length - 4);
                if (value % 3 == 0)
                {
                    BinaryPrimitives.WriteInt32BigEndian(damaged.AsSpan(at), value);
                }
                else
                {
                    damaged[at] = (byte)value;
                }
            }

            Volatile.Write(ref answers, damaged);
            try
            {
                using var connection = PgConnection.Open(server.Options with { Password = () => "x", CopyBufferBytes = 1000 });
                connection.Query("SELECT");
                connection.CopyIn("COPY").Complete();
                connection.Query("SELECT");
            }
            catch (WireException)
            {
                // As it should be.
            }
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(300));
    }
}
