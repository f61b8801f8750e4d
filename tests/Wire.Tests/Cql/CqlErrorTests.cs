using DbIngest.Wire.Cql.Errors;
using DbIngest.Wire.Cql.Frames;
using DbIngest.Wire.Tests.Fakes;

namespace DbIngest.Wire.Tests.Cql;

public sealed class CqlErrorTests
{
    public static TheoryData<CqlErrorCode> Codes => [.. Enum.GetValues<CqlErrorCode>()];

    [Theory]
    [MemberData(nameof(Codes))]
    public void Query_AnyErrorCode_IsTypedAndExplained(CqlErrorCode code)
    {
        foreach (int version in (int[])[4, 5])
        {
            var error = Provoke(version, code);
            error.Code.ShouldBe(code);
            error.ServerMessage.ShouldBe("no luck");
            error.Message.ShouldContain(code.ToString());
            error.Message.ShouldContain("no luck");
            error.Message.ShouldNotContain("an unknown error code");
        }
    }

    [Fact]
    public void Query_UnknownCode_IsKeptAsANumber()
    {
        var error = Provoke(5, (CqlErrorCode)0x7777);
        error.Message.ShouldContain("0x7777");
    }

    [Theory]
    [InlineData(4)]
    [InlineData(5)]
    public void Query_WriteFailure_SaysWhoFailed(int version)
    {
        var error = Provoke(version, CqlErrorCode.WriteFailure).ShouldBeOfType<CqlReplicaException>();
        error.Consistency.ShouldBe(CqlConsistency.Quorum);
        error.Received.ShouldBe(1);
        error.Required.ShouldBe(2);
        error.Failures.ShouldBe(1);
        error.WriteType.ShouldBe("UNLOGGED_BATCH");
    }

    [Fact]
    public void Query_Unavailable_SaysHowManyAreAlive()
    {
        var error = Provoke(4, CqlErrorCode.Unavailable).ShouldBeOfType<CqlReplicaException>();
        error.Required.ShouldBe(2);
        error.Received.ShouldBe(1);
    }

    [Fact]
    public void Query_Unprepared_NamesTheStatement() =>
        Provoke(5, CqlErrorCode.Unprepared).ShouldBeOfType<CqlUnpreparedException>().Id.ToArray().ShouldBe([1, 2]);

    [Fact]
    public void Query_AlreadyExists_NamesTheTable() =>
        Provoke(5, CqlErrorCode.AlreadyExists).ShouldBeOfType<CqlAlreadyExistsException>().Table.ShouldBe("t");

    private static CqlServerException Provoke(int version, CqlErrorCode code)
    {
        byte[] answers = CqlScript.Bytes(version, a => CqlServerMessage.Error(a, 0, code, to => Fields(to, version, code)));
        using var connection = CqlScript.Open(answers, version);
        return Should.Throw<CqlServerException>(() => connection.Query("SELECT"));
    }

    private static void Fields(CqlRequestBuffer to, int version, CqlErrorCode code)
    {
        if (code is CqlErrorCode.Unavailable or CqlErrorCode.WriteTimeout or CqlErrorCode.WriteFailure or CqlErrorCode.ReadTimeout
            or CqlErrorCode.ReadFailure or CqlErrorCode.CasWriteUnknown)
        {
            to.UInt16((int)CqlConsistency.Quorum);
            to.Int32(code == CqlErrorCode.Unavailable ? 2 : 1);
            to.Int32(code == CqlErrorCode.Unavailable ? 1 : 2);
        }

        switch (code)
        {
            case CqlErrorCode.WriteFailure or CqlErrorCode.ReadFailure:
                to.Int32(1);
                if (version >= 5)
                {
                    to.Byte(4);
                    to.Int32(0x7f000001);
                    to.UInt16(0);
                }

                Kind(to, code);
                break;
            case CqlErrorCode.WriteTimeout or CqlErrorCode.ReadTimeout:
                Kind(to, code);
                break;
            case CqlErrorCode.Unprepared:
                to.ShortBytes([1, 2]);
                break;
            case CqlErrorCode.AlreadyExists:
                to.String("ks");
                to.String("t");
                break;
            case CqlErrorCode.FunctionFailure:
                to.String("ks");
                to.String("f");
                to.UInt16(1);
                to.String("int");
                break;
        }
    }

    private static void Kind(CqlRequestBuffer to, CqlErrorCode code)
    {
        if (code is CqlErrorCode.WriteFailure or CqlErrorCode.WriteTimeout)
        {
            to.String("UNLOGGED_BATCH");
        }
        else
        {
            to.Byte(0);
        }
    }
}
