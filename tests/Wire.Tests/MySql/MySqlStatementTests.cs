using DbIngest.Wire.MySql;

namespace DbIngest.Wire.Tests.MySql;

public sealed class MySqlStatementTests
{
    // Behind the command, the number of the statement, the cursor, the iterations and the bits of one parameter.
    private const int HasTypes = 1 + 4 + 1 + 4 + 1;

    private static readonly byte[] Ok = [0, 0, 0, 2, 0, 0, 0];
    private static readonly byte[] Prepared = [0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0];
    private static readonly byte[] Definition =
        [3, .. "def"u8, 0, 0, 0, 1, .. "?"u8, 0, 12, 45, 0, 1, 0, 0, 0, 253, 0, 0, 0, 0, 0];

    private static readonly byte[] End = [0xfe, 0, 0, 2, 0];
    private static readonly byte[] Refusal = [0xff, 0xba, 0x04, .. "#HY000Incorrect arguments"u8];

    /// <summary>A server that refuses an execution may not have read the types, and needs them with the next one then.</summary>
    [Fact]
    public void Execute_AfterARefusal_SendsTheTypesUntilAnExecutionIsAccepted()
    {
        byte[] hadTypes = new byte[3];
        using var server = new FakeMySql(MySqlLogin.Native, (fake, _) =>
        {
            fake.Send(2, Ok);
            fake.Receive();
            fake.Send(1, Prepared);
            fake.Send(2, Definition);
            fake.Send(3, End);
            byte[][] answers = [Refusal, Ok, Ok];
            for (int i = 0; i < answers.Length; i++)
            {
                hadTypes[i] = fake.Receive()[HasTypes];
                fake.Send(1, answers[i]);
            }
        });
        using var connection = MySqlConnection.Open(server.Options);
        var statement = connection.Prepare("DO ?", MySqlType.Int32);

        var refused = Record.Exception(() => Execute(statement));
        Execute(statement);
        Execute(statement);

        refused.ShouldBeOfType<MySqlServerException>().Code.ShouldBe(1210);
        server.Finish();
        hadTypes.ShouldBe([1, 1, 0]);
    }

    private static void Execute(MySqlStatement statement)
    {
        statement.Begin().Int32(7);
        statement.Execute();
    }
}
