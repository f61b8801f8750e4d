using DbIngest.Wire.Pg;
using DbIngest.Wire.Tests.Fakes;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Wire.Tests.Pg;

/// <summary>What a server receives, whatever the sizes of buffer, messages and pieces.</summary>
public sealed class PgCopyInTests
{
    [Fact]
    public void Complete_AnyPieces_ArriveInOrderInMessagesOfModerateSize()
    {
        var shapes = from buffer in Gen.Choose(100, 3000)
                     from message in Gen.Choose(1, 4000)
                     from pieces in Gen.Choose(0, 80).ListOf()
                     select (buffer, message, pieces);
        Prop.ForAll(shapes.ToArbitrary(), shape =>
        {
            var received = new List<byte>();
            int largest = 0;
            string statement = string.Empty;
            using var server = new FakePostgres(session =>
            {
                session.Send(FakePostgres.Welcome);
                statement = System.Text.Encoding.UTF8.GetString(session.Receive().Body);
                session.Send(FakePostgres.Message('G', [1, 0, 0]));
                for (var (type, body) = session.Receive(); type != 'c'; (type, body) = session.Receive())
                {
                    type.ShouldBe('d');
                    received.AddRange(body);
                    largest = Math.Max(largest, body.Length);
                }

                session.Send(FakePostgres.Message('C', "COPY 12\0"u8), FakePostgres.Ready);
                session.Drain();
            });
            using var connection =
                PgConnection.Open(server.Options with { CopyBufferBytes = shape.buffer, CopyMessageBytes = shape.message });
            byte[] sent = [.. Enumerable.Range(0, shape.pieces.Sum()).Select(i => (byte)i)];
            int at = 0;
            var copy = connection.CopyIn("COPY t FROM STDIN");
            foreach (int piece in shape.pieces)
            {
                sent.AsSpan(at, piece).CopyTo(copy.GetSpan(piece));
                copy.Advance(piece);
                at += piece;
            }

            return copy.Complete() == 12 && received.SequenceEqual(sent) && statement == "COPY t FROM STDIN\0"
                && largest <= Math.Max(shape.message, 85);
        }).QuickCheckThrowOnFailure();
    }

    /// <summary>A trigger raises a notice while the server reads on: nothing follows it before the data's end.</summary>
    [Fact]
    public void Advance_NoticeAmidTheData_SendsOn()
    {
        using var hasSpoken = new ManualResetEventSlim();
        using var server = new FakePostgres(session =>
        {
            session.Send(FakePostgres.Welcome);
            session.Receive();
            session.Send(FakePostgres.Message('G', [1, 0, 0]), FakePostgres.Message('N', "SNOTICE\0\0"u8));
            hasSpoken.Set();
            while (session.Receive().Type != 'c')
            {
                // The data, beyond the notice.
            }

            session.Send(FakePostgres.Message('C', "COPY 1\0"u8), FakePostgres.Ready);
            session.Drain();
        });
        using var connection = PgConnection.Open(server.Options with { CopyBufferBytes = 1000, CopyMessageBytes = 500 });
        var copy = connection.CopyIn("COPY");

        // More than a buffer, so that the statement has been sent; what follows fills several more.
        Write(2 * 1000);
        hasSpoken.Wait();
        Write(5 * 1000);

        copy.Complete().ShouldBe(1);

        void Write(int bytes)
        {
            for (int left = bytes; left > 0; left -= 100)
            {
                copy.GetSpan(100);
                copy.Advance(100);
            }
        }
    }

    [Fact]
    public void Advance_BeyondWhatWasGiven_Throws()
    {
        using var server = new FakePostgres(session =>
        {
            session.Send(FakePostgres.Welcome);
            session.Drain();
        });
        using var connection = PgConnection.Open(server.Options with { CopyBufferBytes = 1000 });
        var copy = connection.CopyIn("COPY");
        int length = copy.GetMemory(10).Length;

        Should.Throw<ArgumentOutOfRangeException>(() => copy.Advance(length + 1));
        Should.Throw<ArgumentOutOfRangeException>(() => copy.Advance(-1));
        Should.Throw<ArgumentOutOfRangeException>(() => copy.GetSpan(1001));
    }
}
