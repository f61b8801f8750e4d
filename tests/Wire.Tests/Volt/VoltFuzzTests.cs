using DbIngest.Wire.Volt;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Wire.Tests.Volt;

/// <summary>
/// A server whose bytes are damaged anywhere: every outcome is a result or a typed exception, soon and in little memory.
/// </summary>
public sealed class VoltFuzzTests
{
    private const long MaxAllocatedBytes = 8 * 1024 * 1024;

    [Fact]
    public void Conversation_AnyBytesDamaged_EndsInAResultOrATypedException() => Prop.ForAll(
        (from count in Gen.Choose(1, 6)
         from list in Gen.ListOf(Gen.Choose(0, 100_000).Zip(Gen.Choose(0, 255)), count)
         select list.ToList()).ToArbitrary(),
        mutations =>
        {
            byte[] answers = Answers();
            foreach (var (position, value) in mutations)
            {
                answers[position % answers.Length] = (byte)value;
            }

            long allocated = GC.GetAllocatedBytesForCurrentThread();
            try
            {
                Play(answers);
            }
            catch (WireException)
            {
                // Typed: that is the promise.
            }

            (GC.GetAllocatedBytesForCurrentThread() - allocated).ShouldBeLessThan(MaxAllocatedBytes);
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(2000));

    [Fact]
    public void Conversation_CutAnywhere_IsALostConnection()
    {
        byte[] answers = Answers();
        for (int length = 0; length < answers.Length; length++)
        {
            Should.Throw<ConnectionLostException>(() => Play(answers[..length]));
        }
    }

    [Fact]
    public void Conversation_Whole_IsUnderstood() => Play(Answers()).ShouldBe((2, 5));

    private static (int Rows, long Number) Play(byte[] answers)
    {
        using var connection = VoltAnswers.Open(answers);
        int rows = connection.Call("@Statistics", "TABLE", 0).Table().All().Count;
        try
        {
            connection.Call("@AdHoc", "WRONG");
        }
        catch (VoltServerException)
        {
            // As it must be.
        }

        return (rows, connection.Call("@Ping").Number());
    }

    private static byte[] Answers() =>
        [.. VoltAnswers.Welcome(), .. VoltAnswers.Rows((3, "abc"), (4, null)),
            .. VoltAnswers.FailureWithAll(VoltStatus.UserAbort, "no"), .. VoltAnswers.Rows((5, "x"))];
}
