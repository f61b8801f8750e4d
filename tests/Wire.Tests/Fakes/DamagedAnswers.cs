using System.Buffers.Binary;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Wire.Tests.Fakes;

/// <summary>
/// A server's answers, damaged: whatever a client makes of them is a result or a typed exception, soon and in little memory.
/// </summary>
internal static class DamagedAnswers
{
    /// <summary>Changes some bytes, and whole numbers too: lengths and counts are what a decoder trusts.</summary>
    /// <param name="answers">Makes the whole answers.</param>
    /// <param name="play">A client's conversation over them.</param>
    /// <param name="maxAllocatedBytes">What one conversation may allocate.</param>
    /// <param name="tests">How many times.</param>
    public static void EndInAResultOrATypedException(Func<byte[]> answers, Action<byte[]> play, long maxAllocatedBytes,
        int tests) => Prop.ForAll(
        Mutations().ToArbitrary(),
        mutations =>
        {
            byte[] damaged = answers();
            foreach (var (position, value) in mutations)
            {
                Damage(damaged.AsSpan(position % (damaged.Length - sizeof(int))), value);
            }

            PlayTyped(damaged, play, maxAllocatedBytes);
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(tests));

    /// <summary>Some changes: where, and to what.</summary>
    public static Gen<List<(int Position, int Value)>> Mutations() =>
        from count in Gen.Choose(1, 6)
        from list in Gen.ListOf(Gen.Choose(0, 100_000)
            .Zip(Gen.OneOf(Gen.Choose(0, 255), Gen.Choose(int.MinValue, int.MaxValue - 1))), count)
        select list.ToList();

    /// <summary>Plays answers that are damaged already.</summary>
    public static void PlayTyped(byte[] answers, Action<byte[]> play, long maxAllocatedBytes)
    {
        long allocated = GC.GetAllocatedBytesForCurrentThread();
        try
        {
            play(answers);
        }
        catch (WireException)
        {
            // Typed: that is the promise.
        }

        (GC.GetAllocatedBytesForCurrentThread() - allocated).ShouldBeLessThan(maxAllocatedBytes);
    }

    /// <summary>Ends the answers after every single byte but the last.</summary>
    public static void CutAnywhereAreALostConnection(byte[] answers, Action<byte[]> play)
    {
        for (int length = 0; length < answers.Length; length++)
        {
            Should.Throw<ConnectionLostException>(() => play(answers[..length]));
        }
    }

    private static void Damage(Span<byte> at, int value)
    {
        switch (value % 6)
        {
            case 0:
                BinaryPrimitives.WriteInt32BigEndian(at, value);
                break;
            case 3:
                BinaryPrimitives.WriteInt32LittleEndian(at, value);
                break;
            default:
                at[0] = (byte)value;
                break;
        }
    }
}
